import { describe, expect, it } from 'vitest'
import { type ErrorCode, statusOf } from '../../domain/errors.ts'
import { ApiError } from '../../web/api.ts'
import { readError } from '../../web/ui/read-error.ts'

const refuse = (code: ErrorCode, status: number = statusOf(code)) =>
  new ApiError({ type: 'about:blank', title: 'The message.', status, code, requestId: 'request-1' })

describe('The request id of an error', () => {
  it.each(['EventFull', 'InvalidInput', 'NotFound', 'TooManyRequests'] as const)('is not shown for %s, which people can expect', (code) => {
    expect(readError(refuse(code))).toEqual({ message: 'The message.', requestId: undefined })
  })

  it.each(['Unexpected', 'Unavailable', 'SettingsInvalid'] as const)('is shown for %s, so that people can mention it', (code) => {
    expect(readError(refuse(code))).toEqual({ message: 'The message.', requestId: 'request-1' })
  })

  it('is shown for an answer that does not come from our code, and for an error in the browser', () => {
    expect(readError(refuse('Unexpected', 403)).requestId).toBe('request-1')
    expect(readError({ requestId: 'request-of-the-page' }).requestId).toBe('request-of-the-page')
  })
})
