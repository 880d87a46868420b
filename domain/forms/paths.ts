/** Where a form is filled. */
export const formPath = (formId: string) => `/form/${formId}`
/** Where the organizers see what was sent. */
export const submissionsPath = (formId: string) => `/form/${formId}/submissions`
export const submissionPath = (formId: string, submissionId: string) => `/form/${formId}/${submissionId}`
/** Where a person pays for what they have sent. */
export const formPaymentPath = (formId: string, submissionId: string) => `/form/payment/${formId}/${submissionId}`
