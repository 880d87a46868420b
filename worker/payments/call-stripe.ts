import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** The package is imported only when it is used, so errors are recognized by their fields. */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'rawType' in error && 'requestId' in error && 'statusCode' in error

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  isStripeError(error) && error.code !== undefined && codes.includes(error.code)

/** Stripe has answered this key before, for a request that said something else, such as an earlier name. */
export const isOtherRequest = (error: unknown): boolean => isStripeError(error) && error.rawType === 'idempotency_error'

/** Turns a failure of Stripe itself, or two requests at once, into a sentence for the person. Other errors are ours, and stay as they are. */
export async function callStripe<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    if (
      isStripeError(error) &&
      (error.statusCode === undefined || error.statusCode === 409 || error.statusCode === 429 || error.statusCode >= 500)
    )
      throw new AppError('PaymentsUnavailable', { cause: error })
    throw error
  }
}

/** For people who come back from a page on the account of a host, or want another one. If the host has ended our access meanwhile, we cannot read it any more. */
export async function readReturn<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, 'account_invalid')) throw new AppError('PaymentNotReadable', { cause: error })
    throw error
  }
}

/** Stripe counts in seconds. */
export const toMillis = (seconds: number): number => seconds * 1000
export const toSeconds = (millis: number): number => Math.floor(millis / 1000)
