import { type Finding, compareFindings, severities } from '../domain/findings';

/** Worst first; equal ones in the fixed order of all lists. */
export function sortedFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || compareFindings(a, b));
}
