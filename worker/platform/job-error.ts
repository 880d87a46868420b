/** A job failed. `permanent` means that a retry would fail too. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly permanent: boolean
  /** The wait that the other service asked for. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, more: { permanent: boolean; retryAfterSeconds?: number | undefined; cause?: unknown }) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.permanent = more.permanent
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
