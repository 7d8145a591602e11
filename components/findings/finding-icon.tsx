import { Flame, type LucideIcon, MapPin, Repeat, Rocket, ScanSearch, Unplug } from 'lucide-react';
import type { FindingIcon as IconName } from '@/lib/present/finding';

const icons: Record<IconName, LucideIcon> = { flap: Repeat, miss: Unplug, rollout: Rocket, scan: ScanSearch, burst: Flame, zone: MapPin };

/** The shape of a kind of finding: colour alone never says it. */
export function FindingIcon({ name, size = 13 }: { readonly name: IconName; readonly size?: number }) {
  const Icon = icons[name];
  return <Icon size={size} strokeWidth={2.25} aria-hidden className="shrink-0" />;
}
