'use client';

import { ChevronDown } from 'lucide-react';
import { useViewState } from '@/lib/client/use-view-state';
import { clipText } from '@/lib/present/hostile-text';
import { ChoiceMenu } from '../ui/choice-menu';

/** Which proxy fleet the zones are drawn for; a name alone when there is only one. */
export function FleetPicker({ proxies, proxy }: { readonly proxies: readonly string[]; readonly proxy: string }) {
  const { change } = useViewState();
  const name = clipText(proxy, 40).text;
  if (proxies.length < 2) return <span>Fleet <b className="font-medium text-ink">{name}</b></span>;
  return (
    <ChoiceMenu
      label="Proxy fleet" align="start" value={proxy} choices={proxies.map((one) => ({ value: one, label: clipText(one, 60).text }))}
      onChoose={(one) => change({ proxy: one })}
      trigger={<button type="button" className="pill h-[26px]"><span className="text-ink-3">fleet</span> <span className="font-medium">{name}</span><ChevronDown size={13} aria-hidden className="text-ink-3" /></button>}
    />
  );
}
