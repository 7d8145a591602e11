import type { Verdict } from '../../domain/verdict';
import { type AttributeResult, attributeJson } from '../../server/use-cases/attribute-json';
import { type Io, UsageError, readLines, writeJson, writeLine } from '../io';
import { readTraceJson } from '../read-traces';

export interface AttributeCommand {
  readonly batch: boolean;
  /** `text`: one plain paragraph a trace. */
  readonly format: string;
}

/** One backend answer in, one verdict (or a list) out; with `batch` NDJSON, one answer a line. */
export async function attributeInput(io: Io, { batch, format }: AttributeCommand): Promise<void> {
  if (!batch) {
    const verdicts = verdictsOf(attributeJson(await readTraceJson(io)), 'standard input');
    if (format === 'text') await writeText(io, verdicts);
    else writeJson(io, one(verdicts));
    return;
  }
  for await (const { line, value } of readLines(io)) {
    const verdicts = verdictsOf(attributeJson(value), `line ${line}`);
    if (format === 'text') await writeText(io, verdicts);
    else await writeLine(io, one(verdicts));
  }
}

function verdictsOf(result: AttributeResult, where: string): readonly Verdict[] {
  if (!result.ok) throw new UsageError(`${where}: ${result.error}`);
  return result.verdicts;
}

const one = (verdicts: readonly Verdict[]) => (verdicts.length === 1 ? verdicts[0] : verdicts);

/** The words are loaded when they are asked for: their packages cost half of a start. */
async function writeText(io: Io, verdicts: readonly Verdict[]): Promise<void> {
  const { verdictParagraph } = await import('../attribute-text');
  for (const verdict of verdicts) io.output.write(`${verdictParagraph(verdict)}\n`);
}
