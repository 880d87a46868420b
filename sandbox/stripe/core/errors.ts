type Fields = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string | undefined
  decline_code?: string | undefined
  param?: string | undefined
  charge?: string | undefined
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
}

/** An answer that refuses a request, in Stripe's shape. */
export class StripeError extends Error {
  readonly status: number
  readonly fields: Fields
  /** A declined card leaves a failed payment behind, so its request is kept. */
  readonly keepsWork: boolean

  constructor(status: number, fields: Fields, { keepsWork = false } = {}) {
    super(fields.message)
    this.status = status
    this.fields = fields
    this.keepsWork = keepsWork
  }

  body(): { error: Record<string, unknown> } {
    const { code } = this.fields
    return { error: { ...this.fields, ...(code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }) } }
  }
}

export const invalid = (message: string, { code, param, status = 400 }: { code?: string; param?: string; status?: number } = {}) =>
  new StripeError(status, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) })

const article = (noun: string) => noun.replaceAll('_', ' ')

/** An object that does not exist. If its id is in the path, the status is 404; in a parameter, it is 400. */
export const missing = (noun: string, id: string, param = 'id') =>
  invalid(`No such ${article(noun)}: '${id}'`, { code: 'resource_missing', param, status: param === 'id' ? 404 : 400 })

export const unauthorized = (message: string, code?: string) => invalid(message, { status: 401, ...(code && { code }) })
