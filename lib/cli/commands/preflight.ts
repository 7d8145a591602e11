import { bindRefusal } from '../../server/config/bind';
import { readConfigFile } from '../../server/config/load';
import { readQuickStart } from '../../server/config/quick-start';
import { getRuntime } from '../../server/runtime';
import { type Io, UsageError } from '../io';

/** What must hold before the server starts: a valid configuration, something to serve, and a bind that is allowed. */
export function preflight(io: Io, host: string): void {
  const config = readConfigFile(io.env);
  const anything = config ?? readQuickStart(io.env) ?? io.env.WEIR_RECORDINGS ?? io.env.WEIR_RECORDING;
  if (!anything) {
    throw new UsageError('nothing to serve: write ./weir.yaml (or name a file in WEIR_CONFIG), or set WEIR_PROMETHEUS_URL (and WEIR_TRACES_URL); npm run demo shows recordings');
  }
  getRuntime();
  const refusal = bindRefusal(host, config);
  if (refusal) throw new UsageError(refusal);
}
