import type { Stripe } from './core/stripe.ts'
import { type Attempt, dueDeliveries, settleDelivery } from './core/webhooks.ts'

const patienceMs = 10_000

/** Sends webhooks when they are due, one after the other, and lets time pass for what was planned. */
export class Deliverer {
  readonly #stripe: Stripe
  readonly #timer: NodeJS.Timeout
  #current: Promise<number> | undefined
  #isStopped = false
  #isHeld = true

  constructor(stripe: Stripe) {
    this.#stripe = stripe
    this.#timer = setInterval(() => this.wake(), 500)
    this.#timer.unref()
  }

  /** Nothing is sent before this, because the product may have another address than before the last restart. */
  release(): void {
    this.#isHeld = false
  }

  /** Starts to send, if nothing is being sent. */
  wake(): void {
    this.deliver().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    })
  }

  /** Sends everything that is due now. Returns how many were accepted. */
  deliver(): Promise<number> {
    this.#current ??= this.#sendAll().finally(() => {
      this.#current = undefined
    })
    return this.#current
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  async #sendAll(): Promise<number> {
    if (this.#isStopped || this.#isHeld) return 0
    const { world, act, runDue } = this.#stripe
    runDue()
    let accepted = 0
    for (let batch = await dueDeliveries(world); batch.length > 0; batch = await dueDeliveries(world)) {
      for (const attempt of batch) {
        const wasAccepted = await send(attempt)
        // Nothing may be written any more, because the folder of the books may be gone.
        if (this.#isStopped) return accepted
        if (wasAccepted) accepted += 1
        act(() => settleDelivery(world, attempt.delivery, wasAccepted))
      }
    }
    return accepted
  }
}

async function send({ url, headers, body }: Attempt): Promise<boolean> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
