/** Text after this many characters is ignored, and `wasCut` says so. */
export const maxQuestionLength = 300

/** Discover answers the question. One character more than allowed is kept, so that it can say that the question was cut. */
export const questionPath = (question: string) => `/discover?${new URLSearchParams({ ask: question.slice(0, maxQuestionLength + 1) })}`
