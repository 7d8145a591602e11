/** How long the second key of a sequence may take, in ms. */
const PATIENCE = 1_200;

/**
 * Recognises single keys and two-key sequences (`g z`). Keys typed into fields, and those with Ctrl, Alt or Meta, are none of its business.
 * Returns the name of the sequence that a key completed, or null.
 */
export function makeKeySequence(names: readonly string[]): (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'timeStamp'>) => string | null {
  let before: { readonly key: string; readonly at: number } | null = null;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return null;
    const pair = before && event.timeStamp - before.at < PATIENCE ? `${before.key} ${event.key}` : null;
    before = null;
    if (pair !== null && names.includes(pair)) return pair;
    if (names.includes(event.key)) return event.key;
    if (names.some((name) => name.startsWith(`${event.key} `))) before = { key: event.key, at: event.timeStamp };
    return null;
  };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) || target.closest('[role=menu],[role=dialog]') !== null);
}
