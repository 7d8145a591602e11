'use client';

import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';

/** What clicking a legend entry does to the hidden series: show it alone (and again all), or hide and show it. */
export function afterLegendClick(keys: readonly string[], hidden: ReadonlySet<string>, key: string, toggle: boolean): readonly string[] {
  if (toggle) return keys.filter((one) => (one === key ? !hidden.has(one) : hidden.has(one)));
  const alone = !hidden.has(key) && keys.every((one) => one === key || hidden.has(one));
  return alone ? [] : keys.filter((one) => one !== key);
}

/** The series without a name (zone not known) needs one in the URL. */
const NAMELESS = '(none)';

/** Hidden series of a chart. They are part of the view, so they live in the URL (`hide.<chart>`). Hiding all shows all. `keys`: one a line, so that equal lists are equal. */
export function useHiddenSeries(chart: string, keys: string) {
  const [stored, setStored] = useQueryState(`hide.${chart}`, parseAsArrayOf(parseAsString));
  const all = useMemo(() => keys.split('\n'), [keys]);
  const hidden = useMemo(() => {
    const names = (stored ?? []).map((name) => (name === NAMELESS ? '' : name));
    const known = new Set(names.filter((name) => all.includes(name)));
    return known.size === all.length ? new Set<string>() : known;
  }, [stored, all]);
  const click = (key: string, toggle: boolean) => {
    const next = afterLegendClick(all, hidden, key, toggle);
    void setStored(next.length === 0 || next.length === all.length ? null : next.map((name) => (name === '' ? NAMELESS : name)));
  };
  return { hidden, click };
}
