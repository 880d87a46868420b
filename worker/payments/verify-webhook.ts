import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { AnyEvent, type Endpoint, isEventType, ReceivedEvent, signatureLifetimeSeconds } from '../../domain/payments/webhooks.ts'
import type { AppContext } from '../platform/context.ts'
import { loadStripe, requireStripe } from './open-stripe.ts'

/** Returns the event of a webhook that Stripe has signed for this endpoint. Null if it has a type that we do not ask for. */
export async function verifyWebhook(c: AppContext, endpoint: Endpoint): Promise<ReceivedEvent | null> {
  const secret = requireStripe(c.var.settings).webhookSecrets[endpoint]
  // The signature is for the text as it was sent.
  const text = await c.req.text()
  const event = await readSigned(text, c.req.header('stripe-signature') ?? '', secret, c.var.now())
  const { type } = requireShape(AnyEvent, event)
  return isEventType(type) ? requireShape(ReceivedEvent, event) : null
}

function requireShape<Schema extends v.GenericSchema>(schema: Schema, event: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, event)
  if (!parsed.success) throw new AppError('MalformedBody', { cause: parsed.issues[0].message })
  return parsed.output
}

async function readSigned(text: string, signature: string, secret: string, now: number): Promise<unknown> {
  const Stripe = await loadStripe()
  try {
    const provider = Stripe.createSubtleCryptoProvider()
    return await Stripe.webhooks.constructEventAsync(text, signature, secret, signatureLifetimeSeconds, provider, now)
  } catch (cause) {
    throw new AppError(cause instanceof Stripe.errors.StripeSignatureVerificationError ? 'WebhookNotSigned' : 'MalformedBody', { cause })
  }
}
