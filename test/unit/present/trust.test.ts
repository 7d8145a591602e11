import { expect, it } from 'vitest';
import { trustCodes } from '@/lib/domain/trust';
import { gatewayColor, zoneColors } from '@/lib/present/colors';
import { describeTrust, describeTrustNotes } from '@/lib/present/trust';

const note = (about: string | null) => ({ code: 'scrape-gap' as const, about, effect: 'two scrapes are missing', mend: 'look at the target' });

it('each trust code has a title of its own', () => {
  expect(new Set(trustCodes.map((code) => describeTrust({ ...note(null), code }).title)).size).toBe(trustCodes.length);
});
it('equal notes are told once, with all they are about', () => {
  expect(describeTrustNotes([note('a'), note('b'), note('a'), note(null)]).map(({ about }) => about)).toEqual(['a, b']);
  expect(describeTrustNotes(['a', 'b', 'c', 'd', 'e', 'f'].map(note))[0]?.about).toBe('a, b, c, d and 2 more');
});
it('notes with another effect stay apart', () => {
  expect(describeTrustNotes([note('a'), { ...note('a'), effect: 'ten scrapes are missing' }])).toHaveLength(2);
});
it.each([
  ['60 of about 12353 requests were looked at', '60 of about 12,353 requests were looked at'],
  ['scrape skipper (:9911/metrics) since 2026-11-29, pod api-12345 at 1234.5678', 'Scrape skipper (:9911/metrics) since 2026-11-29, pod api-12345 at 1234.5678'],
  ['counted 41300, then 1200.', 'Counted 41,300, then 1,200.'],
])('%j begins with a capital and groups its numbers, names stay', (effect, text) => {
  expect(describeTrust({ ...note(null), effect }).effect).toBe(text);
});
it('names from outside are made visible', () => {
  expect(describeTrust(note('pod\u202e')).about).toBe('pod⟨U+202E⟩');
});

it('a zone has the same colour whatever the order, the unknown zone none of theirs', () => {
  expect(zoneColors(['c', 'a', 'b']).get('b')).toBe(zoneColors(['a', 'b', 'c', '']).get('b'));
  expect(zoneColors(['a', '']).get('')).toBe('--line-strong');
});
it('codes without a colour of their own are neutral', () => {
  expect(['502', '418'].map(gatewayColor)).toEqual(['--gw-502', '--ink-3']);
});
