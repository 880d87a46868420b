/** Errors about forms. */
export const formErrors = {
  FormNotFound: { status: 404, message: 'We could not find this form.' },
  FormsFull: {
    status: 409,
    message: ({ max }: { max: number }) =>
      `A community can have up to ${max} drafts and open forms. Delete a draft, or close a form that is over.`,
  },
  TooManyForms: {
    status: 409,
    message: ({ max }: { max: number }) => `A community can have up to ${max} forms, also closed ones. Write to us if you need more.`,
  },
  FormVersionConflict: { status: 409, message: 'Someone changed this form in the meantime. Nothing was overwritten.' },
  FormSettingsConflict: { status: 409, message: 'Someone changed these settings in the meantime. Nothing was overwritten.' },
  AnswersChangedElsewhere: {
    status: 409,
    message: 'You filled in this form in another tab or on another device. Nothing was overwritten.',
  },
  FormCircle: { status: 400, message: 'Some questions of this form decide about each other in a circle. Change one of their rules.' },
  FormNotReady: { status: 409, message: 'Something in this form does not work yet. Mend it before you publish.' },
  FormChoiceGone: {
    status: 409,
    message: ({ choice }: { choice: string }) =>
      `The choice “${choice}” stands for something that is over, gone, or of another community. Say again what it stands for.`,
  },
  FormSeasonClosed: { status: 409, message: 'What you have chosen is over, or no longer there. Choose something else.' },
  FormSeasonForMembers: {
    status: 409,
    message:
      'Only members of the community can be registered for this season. Join it first, and send the form again. Nothing was charged.',
  },
  FormPublished: { status: 409, message: 'People may have answered this form, so it cannot be deleted. Close it instead.' },
  FormNotPublished: { status: 409, message: 'This form is not published yet.' },
  FormSignInFirst: { status: 401, message: 'Sign in to fill this form.' },
  FormForMembers: { status: 403, message: 'This form is for members of the community.' },
  FormForNamed: {
    status: 403,
    message: 'This form is for people whom the organizers chose. Sign in with the email address that they know.',
  },
  FormNeedsCode: { status: 403, message: 'This form needs a code. The organizers have it.' },
  FormNotOpenYet: { status: 409, message: 'This form is not open yet.' },
  FormClosed: { status: 409, message: 'This form is closed.' },
  FormFull: { status: 409, message: 'This form has as many submissions as it takes.' },
  FormOutdated: { status: 409, message: 'This form has changed since you opened it. Reload the page. Your answers stay.' },
  FormSentBefore: { status: 409, message: 'You sent this before, with other answers. What you changed since then was not sent.' },
  FormSentAlready: { status: 409, message: 'You have already sent this form.' },
  TooManyFormMails: { status: 429, message: 'This address got many emails about forms today. Try again tomorrow.' },
  TooManyFormLinks: {
    status: 429,
    message: 'Many links to this form were mailed today. Your answers stay on this device. Try again tomorrow.',
  },
  GameGuestNotFound: {
    status: 404,
    message: 'This code is for nobody who is in the game now. Ask its hosts to show you a new one.',
  },
  GuestSentAlready: { status: 409, message: 'This guest has filled the form already.' },
  FormPersonNotFound: { status: 404, message: 'We could not find this person in the community.' },
  PersonSentAlready: { status: 409, message: 'This person has sent this form as often as they can.' },
  PersonNotReachable: {
    status: 409,
    message: 'They must sign or pay themselves, and have no email address here. Add it under People, or leave this to them.',
  },
  FormSentTooOften: { status: 409, message: 'You have sent this form too often.' },
  FormUnpaidTooOften: {
    status: 409,
    message: ({ max }: { max: number }) =>
      `You have ${max} unpaid submissions of this form. Pay for one that is still open, leave its waitlist, or try again tomorrow.`,
  },
  FormSentFromHere: { status: 409, message: 'Many have sent this form from your network without an account. Log in to send it.' },
  FormNotForYou: { status: 409, message: 'With these answers, the form cannot be sent.' },
  FormOptionFull: { status: 409, message: 'A choice is full now. Choose another one.' },
  FormSideFull: { status: 409, message: 'The chosen side is full now, so this cannot be paid. Organizers can make room on it.' },
  FormQuantityNotOffered: { status: 409, message: 'This form does not offer this, or not so many of it. Choose again.' },
  FormPriceChanged: { status: 409, message: 'The price is different now. Look at it and send the form again.' },
  FormTotalNotPayable: { status: 409, message: 'A total this small or this large cannot be paid by card.' },
  FormNotPayable: { status: 409, message: 'The host cannot take payments at the moment.' },
  FormNeedsPlan: { status: 409, message: 'Communities with the plan Varsity or Pro can take payments with a form.' },
  FormNeedsAccount: {
    status: 409,
    message: 'The owner of the community needs an account in the currency of this form, on which they are paid. They link one in Payments.',
  },
  SubmissionNotPayable: { status: 409, message: 'There is nothing to pay here any longer. Nothing was charged.' },
  SubmissionPaid: { status: 409, message: 'This is paid already. Nothing was charged.' },
  FirstPartFirst: { status: 409, message: 'What is due now is paid first.' },
  FormPaymentNotFound: { status: 404, message: 'We could not find this payment.' },
  AnswersInvalid: { status: 400, message: 'Some answers need a change.' },
  FormTakesNoFile: { status: 400, message: 'This form does not ask for a file here.' },
  FormFilesFull: {
    status: 409,
    message: ({ max }: { max: number }) =>
      `You have added ${max} files that were not sent yet. Remove some of them, or send the form first.`,
  },
  FormFileNotFound: { status: 404, message: 'We could not find this file.' },
  FormPicturesFull: {
    status: 409,
    message: ({ max }: { max: number }) => `The forms of a community can have up to ${max} pictures in all.`,
  },
  EmailNeeded: { status: 400, message: 'Enter your email address.' },
  SubmissionNotFound: { status: 404, message: 'We could not find these answers.' },
  SubmissionChanged: { status: 409, message: 'These answers were changed in the meantime. Nothing was overwritten.' },
  SubmissionPriceFixed: { status: 409, message: 'This would change the price. Withdraw what you sent, and send the form again.' },
  LineChoiceFixed: {
    status: 409,
    message: 'You wait in line, so your choices with few places stay as they are. Leave the line to choose again.',
  },
  ApprovedChoiceFixed: {
    status: 409,
    message: 'The organizers have accepted this choice, so it stays as it is. Withdraw what you sent to choose again.',
  },
  SubmissionFixed: { status: 409, message: 'These answers can no longer be changed.' },
  FormViewsFull: { status: 409, message: ({ max }: { max: number }) => `A form can have up to ${max} views. Delete one first.` },
  FormExportsFull: {
    status: 429,
    message: ({ max }: { max: number }) => `Up to ${max} files can be made of one form in a day. Try again tomorrow.`,
  },
} as const
