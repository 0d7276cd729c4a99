export interface WriteCheck {
  /** Reports that the database was unavailable for a request or a job: from then on it is in doubt whether it accepts writes. */
  doubt(): void;
  /** Whether the database takes writes. Writes something only while that is in doubt, so that it is known again without any request. */
  canWrite(): Promise<boolean>;
}

/** `probe` writes something, and rejects if that fails. */
export function writeCheck(probe: () => Promise<void>): WriteCheck {
  let isInDoubt = false;
  let probing: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await probe();
      isInDoubt = false;
    } catch {
      // The next call asks again.
    } finally {
      probing = undefined;
    }
  };
  return {
    doubt() {
      isInDoubt = true;
    },
    async canWrite() {
      if (!isInDoubt) return true;
      probing ??= run();
      await probing;
      return !isInDoubt;
    },
  };
}
