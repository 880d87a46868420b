import * as v from 'valibot'
import { writtenGameGuest } from './game-guest.ts'

export const GameGuestText = v.optional(v.pipe(v.string(), v.regex(writtenGameGuest, 'This is not the code of a guest.')))
