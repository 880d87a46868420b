/** Errors about money. */
export const paymentErrors = {
  /** The code is the one of the specification. */
  STRIPEKEYNOTSET: { status: 503, message: 'Payments are not set up on this site yet.' },
  PaymentsUnavailable: { status: 503, message: 'Our payment provider did not answer. Nothing was charged. Try again in a moment.' },
  /** The operator has not saved the settings of the customer portal at Stripe. */
  PortalNotSetUp: {
    status: 503,
    message: 'The page with your cards and invoices is not set up on this site yet. Ask our support for help.',
  },
  SubscriptionsOff: { status: 409, message: 'Plans cannot be bought at the moment.' },
  PlanNotFound: { status: 404, message: 'This plan does not exist.' },
  PlanNotForSubject: { status: 409, message: 'This plan is not for sale here.' },
  PlanIsCurrent: { status: 409, message: 'You have this plan already.' },
  PlanOnOtherSite: { status: 409, message: 'You have this plan from our other site already. It counts here too.' },
  /** Something that the browser sent differs from what we would charge. */
  OfferChanged: { status: 409, message: 'The price or the plan has changed. Load the page again.' },
  PriceTooLarge: {
    status: 409,
    message: 'These seats cost more than can be paid at once. Join with fewer guests. Nothing was charged.',
  },
  NoActiveSubscription: { status: 404, message: 'No active subscription found.' },
  PlanPaymentOpen: { status: 409, message: 'The last payment for this plan failed. Pay it first.' },
  PlanNeedsCard: { status: 409, message: 'Somebody who no longer manages this community pays for its plan. Pay with your card first.' },
  CardDeclined: { status: 402, message: 'The card was declined, so the plan is as it was. Use another card and try again.' },
  CardAsksPayer: {
    status: 402,
    message: 'The bank wants to confirm this payment with the owner of the card, so the plan is as it was. Use another card and try again.',
  },
  PlanOwnerDiffers: { status: 403, message: 'You can change only your own plan.' },
  AccountLinked: { status: 409, message: 'You have a payout account already.' },
  AccountLinkedElsewhere: { status: 409, message: 'Another person here uses this payout account.' },
  NoPayoutAccount: { status: 404, message: 'You have no payout account.' },
  AccountHasPayers: {
    status: 409,
    message: ({ count, disputed }: { count: number; disputed: number }) =>
      [
        count === 1 ? 'One person pays through this account.' : `People still pay through this account: ${count} of them.`,
        disputed > 0 && 'A payment is disputed too: if you unlink the account now, we may not tell you what the bank decides.',
      ]
        .filter(Boolean)
        .join(' '),
  },
  AccountHasDisputes: {
    status: 409,
    message: ({ count }: { count: number }) =>
      count === 1 ? 'One payment on this account is disputed.' : `Payments on this account are disputed: ${count} of them.`,
  },
  CountryRefused: { status: 409, message: 'Our payment provider does not open accounts in this country.' },
  LinkCodeRefused: { status: 400, message: 'Something went wrong linking stripe account from authorization code' },
  PaymentNotYours: { status: 404, message: 'We know no such payment of yours.' },
  /** The host has ended our access to the account that takes it. */
  PaymentNotReadable: {
    status: 409,
    message:
      'We can no longer see this payment, because we have lost access to the Stripe account of the host. Ask the host whether it arrived.',
  },
  NothingToPay: { status: 409, message: 'You have nothing to pay for in this game.' },
  HostCannotBePaid: { status: 409, message: 'The host of this game cannot be paid at the moment. Nothing was charged.' },
  PaysByCardNow: { status: 409, message: 'This player is paying by card at the moment. Look again in a few minutes.' },
  HasPaidByCard: { status: 409, message: 'This player has just paid by card, and has the seat. Nothing else was noted.' },
  HoldOver: { status: 409, message: 'The time to pay for this seat is over. Join again in a minute.' },
  ShareNotFound: { status: 404, message: 'This link is invalid, or everything is paid.' },
  ShareTaken: { status: 409, message: 'Somebody is paying for this at the moment. Try again in half an hour.' },
  CouponNotValid: { status: 409, message: 'This code does not work: it is unknown, has ended or was used up.' },
  CouponExists: { status: 409, message: 'There is a coupon with this code already.' },
  TooManyCoupons: { status: 409, message: ({ max }: { max: number }) => `There can be up to ${max} coupons.` },
  NothingForCoupons: { status: 409, message: 'Only a published game with a price has coupons.' },
  NothingForFormCoupons: { status: 409, message: 'Only a published form that takes money has coupons.' },
  CouponNotFound: { status: 404, message: 'We know no such coupon.' },
  OrderNotFound: { status: 404, message: 'We know no such payment.' },
  RefundTooLarge: { status: 409, message: 'This is more than what is left of the payment.' },
  RefusedMoneyChanged: { status: 409, message: 'What must be given back has changed in the meantime. Please look at the amount again.' },
  RefundGoesByCard: {
    status: 409,
    message: 'This money goes back by card, so nothing was noted. Load the page again to see where it is.',
  },
  PayerGone: { status: 409, message: 'This player has deleted their account, so they cannot use credit.' },
  OrderDisputed: { status: 409, message: 'The bank of the person who paid has taken this payment back, so you cannot give it back.' },
  PayoutNotFound: { status: 404, message: 'We know no such payout of yours.' },
  ExportNeedsPro: { status: 409, message: 'The books of a community can be downloaded with the plan Pro.' },
  MembershipNotFound: { status: 404, message: 'We could not find this membership.' },
  MembershipNotForSale: { status: 409, message: 'This membership is not for sale at the moment. Nothing was charged.' },
  MembershipIsCurrent: { status: 409, message: 'You have a membership of this community that gives the same.' },
  MembershipOver: { status: 409, message: 'This membership has ended.' },
  MembershipIsPaid: { status: 409, message: 'Nothing is due for this membership.' },
  MembershipsFull: {
    status: 409,
    message: ({ max }: { max: number }) => `A community can sell up to ${max} memberships at a time. Take one off sale first.`,
  },
  MembershipsNeedPlan: { status: 409, message: 'Communities with the plan Varsity or Pro can sell memberships.' },
  MembershipsNeedAccount: {
    status: 409,
    message: 'Nobody can be paid for memberships yet. The owner of the community needs an active payout account in this currency.',
  },
  DuesNotFound: { status: 404, message: 'We could not find these dues.' },
  DuesNotPayable: { status: 409, message: 'These dues cannot be paid here at the moment. Nothing was charged.' },
  DuesSettled: { status: 409, message: 'These dues are settled. Nothing was charged.' },
  DuesOver: { status: 409, message: 'These dues have ended.' },
  PaymentPending: { status: 409, message: 'Your payment is on its way. We tell you when it has arrived.' },
  DuesFull: {
    status: 409,
    message: ({ max }: { max: number }) => `A community can ask for up to ${max} dues at a time. End some first.`,
  },
  DuesNeedPlan: { status: 409, message: 'Communities with the plan Varsity or Pro can collect dues.' },
  DuesNeedAccount: {
    status: 409,
    message: 'Nobody can be paid yet. The owner of the community needs an active payout account in this currency.',
  },
  DuesAmountFixed: { status: 409, message: 'Somebody has paid, so the amount stays as it is.' },
  DuesDayRefused: { status: 400, message: 'Choose a day from tomorrow on, at most two years from now.' },
  DuesReminded: { status: 409, message: 'Everybody was reminded today. You can remind them again tomorrow.' },
  PaidByCard: { status: 409, message: 'This was paid by card. Give the money back instead.' },
  WebhookNotSigned: { status: 400, message: 'This message was not signed by Stripe in the last minutes.' },
} as const
