import { paymentErrors } from '../../domain/errors/payment-errors.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

/** Shown where a payment would start, if this site has no key of Stripe. */
export function KeyNotSet() {
  return <ErrorNotice title={paymentErrors.STRIPEKEYNOTSET.message} message="Nothing was charged. The error code is STRIPEKEYNOTSET." />
}
