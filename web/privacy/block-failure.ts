import { AppError } from '../../domain/errors.ts'
import { ShownError } from '../../domain/shown-error.ts'

/** What is said of a block that failed: what the person can do something about, or only that it did. */
export const blockFailure = (error: unknown): ShownError =>
  error instanceof ShownError && (error.code === 'BlocklistFull' || error.code === 'PersonAlreadyBlocked')
    ? error
    : new AppError('BlockingFailed', { cause: error })
