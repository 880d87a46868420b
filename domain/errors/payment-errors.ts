/** Errors about money. */
export const paymentErrors = {
  /** The code is the one of the specification. */
  STRIPEKEYNOTSET: { status: 503, message: 'Payments are not set up on this site yet.' },
  PaymentsUnavailable: { status: 503, message: 'Our payment provider did not answer. Nothing was charged. Try again in a moment.' },
  SubscriptionsOff: { status: 409, message: 'Plans cannot be bought at the moment.' },
  PlanNotFound: { status: 404, message: 'This plan does not exist.' },
  PlanNotForSubject: { status: 409, message: 'This plan is not for sale here.' },
  PlanIsCurrent: { status: 409, message: 'You have this plan already.' },
  /** Something that the browser sent differs from what we would charge. */
  OfferChanged: { status: 409, message: 'The price or the plan has changed. Load the page again.' },
  PriceTooLarge: {
    status: 409,
    message: 'These seats cost more than can be paid at once. Join with fewer guests. Nothing was charged.',
  },
  NoActiveSubscription: { status: 404, message: 'No active subscription found.' },
  PlanPaymentOpen: { status: 409, message: 'The last payment for this plan failed. Pay it first.' },
  CardDeclined: { status: 402, message: 'Your card was declined, so the plan is as it was. Change the card and try again.' },
  PlanOwnerDiffers: { status: 403, message: 'You can change only your own plan.' },
  AccountLinked: { status: 409, message: 'You have a payout account already.' },
  AccountLinkedElsewhere: { status: 409, message: 'Another person here uses this payout account.' },
  NoPayoutAccount: { status: 404, message: 'You have no payout account.' },
  AccountHasPayers: {
    status: 409,
    message: ({ count }: { count: number }) =>
      count === 1 ? 'One person pays through this account.' : `People still pay through this account: ${count} of them.`,
  },
  AccountHasDisputes: {
    status: 409,
    message: ({ count }: { count: number }) =>
      count === 1 ? 'One payment on this account is disputed.' : `Payments on this account are disputed: ${count} of them.`,
  },
  CountryRefused: { status: 409, message: 'Our payment provider does not open accounts in this country.' },
  LinkCodeRefused: { status: 400, message: 'Something went wrong linking stripe account from authorization code' },
  PaymentNotYours: { status: 404, message: 'We know no such payment of yours.' },
  NothingToPay: { status: 409, message: 'You have nothing to pay for in this game.' },
  HostCannotBePaid: { status: 409, message: 'The host of this game cannot be paid at the moment. Nothing was charged.' },
  HoldOver: { status: 409, message: 'The time to pay for this seat is over. Join again in a minute.' },
  CouponNotValid: { status: 409, message: 'This code does not work: it is unknown, has ended or was used up.' },
  CouponExists: { status: 409, message: 'This game has a coupon with this code already.' },
  TooManyCoupons: { status: 409, message: ({ max }: { max: number }) => `A game can have up to ${max} coupons.` },
  NothingForCoupons: { status: 409, message: 'Only a published game with a price has coupons.' },
  CouponNotFound: { status: 404, message: 'We know no such coupon.' },
  OrderNotFound: { status: 404, message: 'We know no such payment.' },
  RefundTooLarge: { status: 409, message: 'This is more than what is left of the payment.' },
  OrderDisputed: { status: 409, message: 'The bank of the player has taken this payment back, so you cannot give it back.' },
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
  WebhookNotSigned: { status: 400, message: 'This message was not signed by Stripe in the last minutes.' },
} as const
