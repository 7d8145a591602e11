'use client';

import Link from 'next/link';
import { useViewState } from '@/lib/client/use-view-state';
import type { HopsModels } from '@/lib/present/hops';
import type { Panel } from '@/lib/present/panel';
import { judgeLink } from '@/lib/url/hops-url';
import { FleetPicker } from '../zones/fleet-picker';
import { PageHead } from '../ui/page-head';

/** The answer in a sentence, what it rests on, and the ways on. */
export function HopsHead({ panel }: { readonly panel: Panel<HopsModels> | null }) {
  const { state } = useViewState();
  const models = panel?.state === 'ready' ? panel.model : null;
  return (
    <PageHead title={titleOf(panel)}>
      {models ? <FleetPicker proxies={models.pick.proxies} proxy={models.pick.proxy} /> : null}
      <p data-testid="basis" className={panel === null ? 'min-w-0 max-sm:min-h-[5.8em]' : 'min-w-0'}>{models ? models.headline.basis : 'Which hop answered 404, 502, 503 and 504, which caused them, and how sure that is.'}</p>
      <p className="whitespace-nowrap"><Link className="link" href={judgeLink(state)}>Paste a trace</Link></p>
    </PageHead>
  );
}

/** While it loads, the title takes the lines that the sentence will need. */
function titleOf(panel: Panel<HopsModels> | null) {
  if (panel === null) return <span className="block min-h-[2.5em] max-sm:min-h-[5em]">Hops</span>;
  if (panel.state === 'ready') return <bdi>{panel.model.headline.title}</bdi>;
  return panel.state === 'empty' ? 'No 404, 502, 503 or 504 was seen in this range' : 'Which hop answered is not known: nothing could be looked at';
}
