import { Fragment } from 'react';

/** A name from outside that breaks after its slashes, not inside a word. The whole of it is its title. */
export function SlashBreaks({ text, full = text }: { readonly text: string; readonly full?: string }) {
  const pieces = text.split('/');
  return (
    <bdi className="[overflow-wrap:break-word]" title={full}>
      {pieces.map((piece, i) => <Fragment key={i}>{piece}{i < pieces.length - 1 ? <>/<wbr /></> : null}</Fragment>)}
    </bdi>
  );
}
