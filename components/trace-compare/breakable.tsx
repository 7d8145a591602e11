import { Fragment } from 'react';

/** A name with dots, underscores and the like: it breaks after these, not inside a word. */
export function Breakable({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=[._/:-])(?=[^._/:-])/);
  return <bdi>{parts.map((part, i) => <Fragment key={i}>{i === 0 ? null : <wbr />}{part}</Fragment>)}</bdi>;
}
