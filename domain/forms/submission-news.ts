/** What became of a submission, as its sender is told. */
export const submissionNews = ['accepted', 'declined', 'payable', 'ended'] as const
export type SubmissionNews = (typeof submissionNews)[number]
