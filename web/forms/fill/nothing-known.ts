import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'

export const nothingKnown: KnownAnswers = { earlier: null, profile: null, children: [] }
