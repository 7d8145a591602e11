/** A 404 means "no such trace" only where the API is known to stand: else the configured address may be wrong. */
export interface AddressCheck {
  /** The API answered. */
  stands(): void;
  /** After a 404: throws what `ask` throws when nothing is known to stand there. */
  afterMissing(signal?: AbortSignal): Promise<void>;
}

/** `ask` puts a small question that every backend of this kind answers. */
export function makeAddressCheck(ask: (signal?: AbortSignal) => Promise<unknown>): AddressCheck {
  let known = false;
  return {
    stands() {
      known = true;
    },
    async afterMissing(signal) {
      if (known) return;
      await ask(signal);
      known = true;
    },
  };
}
