/** A job that was not done. `permanent` means that trying again would end the same way. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly permanent: boolean
  /** How long the other side asked us to wait. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, more: { permanent: boolean; retryAfterSeconds?: number | undefined; cause?: unknown }) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.permanent = more.permanent
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
