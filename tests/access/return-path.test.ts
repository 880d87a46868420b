import { describe, expect, it } from 'vitest'
import { mailedReturnPath } from '../../domain/access/rules.ts'

const token = 'Abc_-0123456789abcdefghij'

describe('A link in an email', () => {
  it.each([
    '/evt/sunrise',
    '/evt/sunrise?open=ticket',
    '/discover/events/sunrise?open=join',
    '/discover/events/sunrise?open=accept',
    '/discover/games/sunrise',
    '/discover/events/sunrise/co-host',
    `/co-host?token=${token}`,
  ])('returns to %s', (path) => expect(path).toMatch(mailedReturnPath))

  it.each([
    'https://evil.example/evt/sunrise',
    '//evil.example/co-host?token=0123456789abcdefghij',
    '/evt/sunrise?open=pay',
    '/discover/events/sunrise/manage',
    '/discover/events/sunrise/co-host?accept=true',
    '/discover/games/sunrise/co-host',
    '/co-host',
    '/co-host?token=short',
    `/co-host?token=${token}&next=/settings`,
    `/co-host?token=${token}/../settings`,
    `/settings?next=/co-host?token=${token}`,
    `/evt/${'x'.repeat(101)}`,
    `/co-host?token=${'x'.repeat(101)}`,
    '/evt/sunrise\n/co-host',
  ])('does not return to %s', (path) => expect(path).not.toMatch(mailedReturnPath))
})
