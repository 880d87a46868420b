import { maxQuestionLength } from '../../domain/ask/contract.ts'

/** Discover answers the question. One character more than allowed is kept, so that it can say that the question was cut. */
export const askPath = (question: string) => `/discover?${new URLSearchParams({ ask: question.slice(0, maxQuestionLength + 1) })}`
