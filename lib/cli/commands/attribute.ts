import { attributeJson } from '../../server/use-cases/attribute-json';
import { type Io, UsageError, readJson, readLines, writeJson, writeLine } from '../io';

/** One backend answer in, one verdict (or a list) out; with `batch` NDJSON, one answer a line. */
export async function attributeInput(io: Io, batch: boolean): Promise<void> {
  if (!batch) {
    const result = attributeJson(await readJson(io));
    if (!result.ok) throw new UsageError(`standard input: ${result.error}`);
    writeJson(io, result.verdicts.length === 1 ? result.verdicts[0] : result.verdicts);
    return;
  }
  for await (const { line, value } of readLines(io)) {
    const result = attributeJson(value);
    if (!result.ok) throw new UsageError(`line ${line}: ${result.error}`);
    await writeLine(io, result.verdicts.length === 1 ? result.verdicts[0] : result.verdicts);
  }
}
