import { readError } from './read-error.ts'
import { showSnackbar } from './show-snackbar.ts'

/** Says why a change failed. Call it after the screen has gone back to the old value. */
export const showFailure = (error: unknown) => showSnackbar(readError(error).message, { duration: 5000, tone: 'alarm' })
