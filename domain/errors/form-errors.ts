/** Errors about forms. */
export const formErrors = {
  FormNotFound: { status: 404, message: 'We could not find this form.' },
  FormsFull: {
    status: 409,
    message: ({ max }: { max: number }) => `A community can have up to ${max} forms. Delete one that you no longer need.`,
  },
  FormVersionConflict: { status: 409, message: 'Someone changed this form in the meantime. Nothing was overwritten.' },
  FormCircle: { status: 400, message: 'Some questions of this form decide about each other in a circle. Change one of their rules.' },
  FormNotReady: { status: 409, message: 'Something in this form does not work yet. Mend it before you publish.' },
  FormPublished: { status: 409, message: 'People may have answered this form, so it cannot be deleted. Close it instead.' },
  FormNotPublished: { status: 409, message: 'This form is not published yet.' },
} as const
