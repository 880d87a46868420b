import type Stripe from 'stripe'

type Plain = string | number | boolean | null | undefined

/**
 * An object of the SDK as Stripe sends it before anything is expanded: fields that may hold another object hold its id, and decimals are
 * text. The compiler refuses a stored object that lacks a field.
 */
export type Stored<T> = T extends Plain
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends Array<infer Item>
      ? StoredField<Item>[]
      : { [Key in keyof T]: StoredField<T[Key]> }

type StoredField<T> = [Extract<T, string>] extends [never] ? Stored<T> : Extract<T, Plain>

export type Metadata = Record<string, string>

/** What the card of a payment method does when it is charged. */
export type CardBehavior = {
  outcome: 'succeeds' | 'declines' | 'authenticates'
  declineCode?: string
  /** The code of the error. Without it, `card_declined`. */
  code?: string
  isDisputed?: boolean
  failsRefunds?: boolean
  isAvailableAtOnce?: boolean
  /** Charges of this card ask again each time, even if the card was saved. */
  asksEachTime?: boolean
  failsOnAttach?: boolean
  /** A bank debit: whether the money arrives is known after days. */
  arrives?: boolean
}

export type CheckoutLine = {
  id: string
  price: Stored<Stripe.Price>
  description: string
  quantity: number
}

export type CheckoutExtra = {
  lines: CheckoutLine[]
  intent: {
    application_fee_amount?: number
    description?: string
    metadata?: Metadata
    setup_future_usage?: 'off_session' | 'on_session'
    receipt_email?: string
    statement_descriptor_suffix?: string
    capture_method?: string
  }
  subscription: {
    metadata?: Metadata
    description?: string
    trial_period_days?: number
    trial_end?: number
    application_fee_percent?: number
  }
}

export type Webhook = 'account' | 'connect'

/** Everything the stand-in stores, by table. Names that start with `_` never leave it. */
export type Tables = {
  account: Stored<Stripe.Account> & { _submitted: boolean }
  application_fee: Stored<Stripe.ApplicationFee>
  balance_transaction: Stored<Stripe.BalanceTransaction> & { _payout: string | null }
  billing_portal_session: Stored<Stripe.BillingPortal.Session>
  charge: Stored<Stripe.Charge> & { _behavior: CardBehavior }
  checkout_session: Stored<Stripe.Checkout.Session> & { _extra: CheckoutExtra }
  customer: Stored<Stripe.Customer> & { _deleted?: true }
  dispute: Stored<Stripe.Dispute>
  event: StoredEvent
  fee_refund: Stored<Stripe.FeeRefund>
  invoice: Stored<Stripe.Invoice>
  invoice_item: Stored<Stripe.InvoiceItem>
  invoice_payment: Stored<Stripe.InvoicePayment>
  payment_intent: Stored<Stripe.PaymentIntent> & { _invoice: string | null; _session: string | null }
  payment_method: Stored<Stripe.PaymentMethod> & { _behavior: CardBehavior; _isSpent: boolean; _isAuthenticated: boolean }
  payout: Stored<Stripe.Payout>
  price: Stored<Stripe.Price>
  product: Stored<Stripe.Product> & { _deleted?: true }
  refund: Stored<Stripe.Refund> & { _withFee: boolean }
  setup_intent: Stored<Stripe.SetupIntent>
  subscription: Stored<Stripe.Subscription>
  test_clock: Stored<Stripe.TestHelpers.TestClock> & { _deleted?: true }

  // These exist only here, not in Stripe's API.
  account_link: { id: string; account: string; expiresAt: number; isUsed: boolean; returnUrl: string; refreshUrl: string }
  authorization: { id: string; isActive: boolean }
  delivery: Delivery
  idempotency: { id: string; fingerprint: string; path: string; request: string; status: number; body: string; createdAt: number }
  oauth_code: { id: string; account: string; scope: string; expiresAt: number; isUsed: boolean }
  setting: { id: string; value: unknown }
  task: Task
}

export type TableName = keyof Tables

export type StoredEvent = {
  id: string
  object: 'event'
  account?: string
  api_version: string
  created: number
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export type Delivery = {
  id: string
  webhook: Webhook
  account: string
  event: string
  attempts: number
  nextAt: number
  /** `failed` is one that was not accepted for three days. */
  state: 'waiting' | 'failed'
}

export type Task = { id: string; at: number; kind: string; account: string; ref: string }

export type Row<Name extends TableName> = Tables[Name]
