import { AppError } from '../../domain/errors.ts'
import { ShownError } from '../../domain/shown-error.ts'

/** The error to show when blocking failed: the exact reason if the user can do something about it, otherwise only that it failed. */
export const toBlockError = (error: unknown): ShownError =>
  error instanceof ShownError && (error.code === 'BlocklistFull' || error.code === 'PersonAlreadyBlocked')
    ? error
    : new AppError('BlockingFailed', { cause: error })
