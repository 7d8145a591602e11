import { runCli } from './run';

process.exitCode = await runCli(process.argv.slice(2), { input: process.stdin, output: process.stdout, errors: process.stderr, env: process.env });
// Connection pools of sources keep the process alive for a while; everything is written by now.
process.stdout.write('', () => process.exit());
