import type { RolloutContext } from '../rollout';
import type { StackOptions } from '../stack';
import type { TruthEvent, TruthRollout } from '../truth';

/** What a scenario works with. `wait` takes lab seconds: they are stretched or shortened by `--minutes`. */
export interface ScenarioContext extends RolloutContext {
  readonly events: TruthEvent[];
  readonly rollouts: TruthRollout[];
  /** Waits for stretches whose length is free; never shorter than half of it. */
  readonly stretch: (seconds: number) => Promise<void>;
}

export interface Scenario {
  readonly title: string;
  /** Length when nothing else is asked for. */
  readonly minutes: number;
  /** What its stack has beside the usual. */
  readonly stack?: Pick<StackOptions, 'zoneAwareFrom' | 'victoria'>;
  run(context: ScenarioContext): Promise<void>;
}
