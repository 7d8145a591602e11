// Ends the lab's processes when the lab itself can no longer do it: its standard input closes when the parent dies
// (also by SIGKILL), and a deadline bounds all of it. Plain JavaScript, so that it starts in a few milliseconds.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const lifetimeMs = Number(process.argv[2]);
const parent = Number(process.argv[3]);
/** pid to start time: a pid that was given to somebody else since then is left alone. */
const watched = new Map();

/** Start time of a process in clock ticks (field 22 of /proc/PID/stat), or null when it is gone or there is no /proc. */
function startTime(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19];
  } catch {
    return null;
  }
}

function endAll() {
  for (const [pid, started] of watched) {
    if (startTime(pid) !== started) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  process.exit(0);
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) watched.set(pid, startTime(pid));
  if (line.startsWith('-')) watched.delete(pid);
});
lines.on('close', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
setTimeout(() => {
  try {
    process.kill(parent, 'SIGTERM');
  } catch {
    // The parent is gone already.
  }
  setTimeout(endAll, 10_000);
}, lifetimeMs);
