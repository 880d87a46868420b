import { readError } from './error-words.ts'
import { showSnackbar } from './show-snackbar.ts'

/** For a write that was shown at once and has just been taken back: why. */
export const sayFailure = (error: unknown) => showSnackbar(readError(error).message, { duration: 5000, tone: 'alarm' })
