/** Window events by which parts of the shell ask each other to open: they live far apart and share no state. */
export const OPEN_COMMANDS = 'weir:commands';
export const OPEN_RANGE = 'weir:range';

/** Opens the command palette. */
export function openCommands(): void {
  window.dispatchEvent(new Event(OPEN_COMMANDS));
}

/** Opens the range picker. */
export function openRange(): void {
  window.dispatchEvent(new Event(OPEN_RANGE));
}
