// Installs the packages of the lock file, and leaves the mark by which the other commands know that they need not.
import { ensureInstalled } from './shared/prepare.mjs';

try {
  ensureInstalled();
} catch (error) {
  console.error(`weir: ${error.message}`);
  process.exit(1);
}
