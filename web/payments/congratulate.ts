import { showSnackbar } from '../ui/show-snackbar.ts'

export const congratulate = (): void => void showSnackbar('Congratulations, Payment was successful!')
