import type Stripe from 'stripe'
import { day } from './balance.ts'
import type { Books } from './books.ts'
import { endpoint } from './endpoint.ts'
import { invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { optional, page, paramsOf, text, timestamp } from './params.ts'
import type { Row } from './types.ts'

const path = '/v1/test_helpers/test_clocks'

/** The stand-in has one clock, which never goes back. So a test clock moves the time of everything, not only of its customers. */
function moveTo(books: Books, time: number): void {
  if (time < books.now)
    throw invalid('The clock of this stand-in is the same for everything, and never goes back.', { param: 'frozen_time' })
  books.world.moveClock(time - books.now)
}

function findClock(books: Books, id: string): Row<'test_clock'> {
  const clock = books.find('test_clock', id)
  if (clock._deleted) throw missing('test_clock', id)
  return clock
}

/** Everything that was planned until the new time has happened. */
export function finishAdvance(books: Books, id: string): void {
  const clock = books.find('test_clock', id)
  if (clock.status !== 'advancing') return
  const ready = books.change('test_clock', id, { status: 'ready', status_details: {} })
  emit(books, 'test_helpers.test_clock.ready', ready, clock)
}

const createParams = paramsOf<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: timestamp, name: optional(text(300)) })
const advanceParams = paramsOf<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: timestamp })

export const testClockEndpoints = [
  endpoint('POST', path, createParams, ({ books, params }) => {
    moveTo(books, params.frozen_time)
    const clock = books.put('test_clock', {
      id: books.newId('clock'),
      object: 'test_helpers.test_clock',
      created: books.now,
      deletes_after: books.now + 30 * day,
      frozen_time: params.frozen_time,
      livemode: false,
      name: params.name ?? null,
      status: 'ready',
      status_details: {},
    })
    emit(books, 'test_helpers.test_clock.created', clock)
    return clock
  }),
  endpoint('GET', `${path}/:id`, paramsOf<Stripe.TestHelpers.TestClockRetrieveParams>()({}), ({ books, id }) => findClock(books, id)),
  endpoint('POST', `${path}/:id/advance`, advanceParams, ({ books, id, params }) => {
    const clock = findClock(books, id)
    const { frozen_time } = params
    if (frozen_time <= clock.frozen_time)
      throw invalid('The new time must be after the current time of the clock.', { param: 'frozen_time' })
    const advancing = books.change('test_clock', id, {
      frozen_time,
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: frozen_time } },
    })
    emit(books, 'test_helpers.test_clock.advancing', advancing, clock)
    books.plan('finish-advance', frozen_time, id)
    moveTo(books, frozen_time)
    return advancing
  }),
  endpoint('DELETE', `${path}/:id`, paramsOf<Stripe.TestHelpers.TestClockDeleteParams>()({}), ({ books, id }) => {
    findClock(books, id)
    emit(books, 'test_helpers.test_clock.deleted', books.change('test_clock', id, { _deleted: true }))
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
  endpoint('GET', path, paramsOf<Stripe.TestHelpers.TestClockListParams>()(page), ({ books, params }) =>
    paginate(
      books.all('test_clock').filter((clock) => !clock._deleted),
      path,
      params,
    ),
  ),
]
