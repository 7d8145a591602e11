import type { ZoneDetail } from '@/lib/domain/zone-detail';
import { clipText } from '@/lib/present/hostile-text';
import { deadText, scalerText } from '@/lib/present/zone-outlook';

/** Autoscalers whose range holds a replica count at which hints cannot hold, and endpoints that hints leave idle. */
export function OutlookList({ detail }: { readonly detail: ZoneDetail | null }) {
  const scalers = (detail?.autoscalers ?? []).filter(({ unsafe }) => unsafe.length > 0);
  const dead = detail?.deadCapacity ?? [];
  if (scalers.length + dead.length === 0) return null;
  return (
    <ul className="mt-2 border-t border-line pt-2 text-xs text-ink-2 [&>li]:mb-1.5">
      {scalers.map((one) => <li key={one.workload}><b className="font-medium text-ink">{clipText(one.workload, 48).text}</b> scales {scalerText(one)} (for a service with topology mode Auto)</li>)}
      {dead.map((one) => <li key={`${one.service}/${one.zone}`} className="text-warn">{deadText(one)}</li>)}
    </ul>
  );
}
