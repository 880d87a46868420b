import { formatSeriesFault } from '../time/expand-series.ts'
import { timeFaultMessages } from '../time/local-time.ts'

type Max = { max: number }

/** Errors about games and places. */
export const gameErrors = {
  // Places and addresses
  CityNotFound: { status: 404, message: 'We could not find this city.' },
  PlaceNotFound: { status: 404, message: 'We could not find this place.' },
  PlaceVersionConflict: { status: 409, message: 'Someone else just changed this place. Nothing was overwritten.' },
  PlaceEditsFull: { status: 429, message: 'You have changed enough places for today. You can change more tomorrow.' },
  PlaceVersionNotFound: { status: 404, message: 'This version of the place can no longer be restored.' },
  PlaceProposalNotFound: { status: 404, message: 'This change no longer waits. Someone has already decided on it.' },
  PlaceProposalTooNew: { status: 403, message: 'This change is very new. Please confirm it later today or tomorrow.' },
  PlaceProposalNotYours: { status: 403, message: 'You cannot decide on this change.' },
  PlaceProposalsFull: { status: 409, message: 'Too many changes already wait for this place. Help to decide on them first.' },
  PlaceProposalsUsedUp: { status: 429, message: 'You have suggested enough changes for today. You can suggest more tomorrow.' },
  PlaceProposalDeclined: {
    status: 409,
    message: 'Your last change of this place was declined. You can suggest another one a week after that.',
  },
  PlaceConfirmationsFull: { status: 429, message: 'You have confirmed enough changes for today. You can confirm more tomorrow.' },
  PlacePhotosFull: { status: 409, message: ({ max }: Max) => `A place can have up to ${max} photos. Remove one first.` },
  PhotoNotYours: { status: 403, message: 'Only the person who added a photo can remove it.' },
  NotOnLand: { status: 400, message: 'This is water. Put the pin where people play.' },
  FollowedPlacesFull: { status: 409, message: 'You have reached the limit of places you can follow.' },
  NotAtPlace: { status: 403, message: 'Check in first. Only people who are here can call other players.' },
  LocationNeeded: {
    status: 403,
    message:
      'To check in, let this site use your location. We use it once and do not store it. A host can also check you in at a game here.',
  },
  NotNearPlace: { status: 403, message: 'You are too far away. Check in when you are at this place.' },
  PlayersJustCalled: { status: 429, message: 'Players were called a moment ago. You can call again in half an hour.' },
  GeocoderMissing: { status: 404, message: 'Address search is not available here.' },
  GeocoderUnavailable: { status: 503, message: 'Address search is not working right now. Pick a city or put a pin on the map.' },

  // Games
  EventNotFound: { status: 404, message: 'We could not find this game.' },
  SeriesHostsOnly: { status: 403, message: 'Only hosts of all dates of the series can do this.' },
  HostsOnly: { status: 403, message: 'Only the hosts can do this.' },
  PlayersOnly: { status: 403, message: 'Only people in this game can do this.' },
  EventIsDraft: { status: 409, message: 'This is a draft. Publish it first.' },
  EventCancelled: { status: 409, message: 'This game was cancelled.' },
  EventStarted: { status: 409, message: 'This game has already started.' },
  EventOverOrCancelled: { status: 409, message: 'This game is over or was cancelled.' },
  EventNotPublished: { status: 409, message: 'This game is not published yet. You can add it to your calendar once it is.' },
  NoSeatYet: { status: 409, message: 'You do not have a seat yet. Once you do, you can add this game to your calendar.' },

  // Hosting a game
  NotYourTeam: { status: 403, message: 'Only people who run this community can host its games.' },
  GameFormUnknown: { status: 400, message: 'This community has not published this form. Choose another one.' },
  CoHostNotConnected: { status: 400, message: 'You can only choose co-hosts you are connected with. Connect with them first.' },
  CoHostInviteOver: { status: 409, message: 'This invitation is no longer open. It was withdrawn, declined, or not answered in time.' },
  CoHostLinkOver: { status: 404, message: 'This link is no longer valid. Ask the host for a new one.' },
  CoHostsFull: {
    status: 409,
    message: ({ max }: { max: number }) =>
      `This game has ${max} co-hosts or open invitations, which is the most it can have. Ask the host to make room.`,
  },
  EventPlaceDeleted: { status: 400, message: 'This place no longer exists. Pick another one.' },
  EventVersionConflict: { status: 409, message: 'This game was changed in another tab or by another host.' },
  TooLateToChange: { status: 409, message: 'This game has already started, so it cannot be changed.' },
  SeatsStillTaken: {
    status: 409,
    message: 'More seats are already taken. Remove players first, or offer more seats.',
  },
  SlotPeopleWithoutPlace: { status: 409, message: 'There are people in the slots that you removed. Choose where they go.' },
  SlotMoveTooFull: { status: 409, message: 'There is not enough room for everyone you move. Choose another slot or the waitlist.' },
  GuestsCannotWait: {
    status: 409,
    message: 'Guests without an account cannot be on the waitlist. Give them a seat, or remove them first.',
  },
  NoActivePayouts: {
    status: 409,
    message:
      'Nobody can be paid for this game yet. It needs an active payout account in this currency: that of the owner for a game of a community, or else yours.',
  },
  PriceAfterJoining: {
    status: 409,
    message: 'Players already have seats, so this game cannot change between free and paid. Host a new game instead.',
  },
  CurrencyAfterJoining: { status: 409, message: 'Players already have seats, so the currency of the price stays the same.' },
  CurrencyAfterPaying: { status: 409, message: 'Somebody has paid for this game already, so the currency of the price stays the same.' },
  FeeAfterDeposit: {
    status: 409,
    message: 'Some players still owe a part of the price, and were told it without the fee. You pay the fee until they have paid.',
  },
  TicketSold: { status: 409, message: 'Players have this kind of ticket already, so it stays. You can change its price for others.' },
  UpcomingEventsFull: { status: 409, message: ({ max }: Max) => `You can host up to ${max} upcoming games.` },
  AlreadyPublished: { status: 409, message: 'This game is already published.' },
  NotADraft: { status: 409, message: 'This game is published. Cancel it instead, so that everyone is notified.' },
  StartInPast: { status: 409, message: 'The start time has passed. Choose a new one first.' },
  NothingToCancel: { status: 409, message: 'This game is over or was already cancelled.' },
  DraftCannotInvite: { status: 409, message: 'Nobody else can open a draft. Publish or schedule it first, then invite people.' },
  TooManyUpdates: { status: 409, message: ({ max }: Max) => `You can send up to ${max} messages per day.` },
  TooManyFollowedSeries: { status: 409, message: ({ max }: Max) => `You can follow up to ${max} series. Unfollow one first.` },
  SeriesNotFound: { status: 404, message: 'We could not find this series.' },
  TooManySavedGames: { status: 409, message: ({ max }: Max) => `You can save up to ${max} games. Remove one first.` },

  // When a game is
  NotADate: { status: 400, message: timeFaultMessages.notADate },
  NotATime: { status: 400, message: timeFaultMessages.notATime },
  NotATimeZone: { status: 400, message: timeFaultMessages.notAZone },
  TimeSkipped: { status: 400, message: timeFaultMessages.skipped },
  TimeInPast: { status: 400, message: 'This time has already passed.' },
  TooFarAhead: { status: 400, message: 'Choose a date within the next two years.' },
  EndBeforeStart: { status: 400, message: 'The end must be after the start.' },
  EventTooShort: { status: 400, message: ({ minutes }: { minutes: number }) => `A game must last at least ${minutes} minutes.` },
  EventTooLong: { status: 400, message: 'A game can last up to two weeks.' },
  PublishAfterStart: { status: 400, message: 'The game will have started by then. Choose an earlier time.' },
  OtherDateInPast: { status: 400, message: 'Another date in the series would be in the past. Move only this one.' },
  InvalidRepeatInterval: { status: 400, message: formatSeriesFault('notAnInterval', 0) },
  InvalidSeriesCount: { status: 400, message: ({ max }: Max) => formatSeriesFault('notACount', max) },
  SeriesEndless: { status: 400, message: formatSeriesFault('endless', 0) },
  SeriesEndsBeforeStart: { status: 400, message: formatSeriesFault('endsBefore', 0) },
  SeriesTooLong: { status: 400, message: ({ max }: Max) => formatSeriesFault('tooMany', max) },
  SeriesEmpty: { status: 400, message: formatSeriesFault('none', 0) },

  // Joining a game
  NoTicket: { status: 409, message: 'You have no ticket for this game.' },
  TicketMissing: { status: 409, message: 'Choose one of the tickets of this game.' },
  TicketsSoldOut: { status: 409, message: 'There are not enough tickets of this kind left. Choose another one, or join the waitlist.' },
  AllTicketsSoldOut: {
    status: 409,
    message:
      'All tickets of this game are sold out, so you cannot accept now. If one becomes free while the seat is held for you, you can.',
  },
  GameFormFirst: { status: 409, message: 'Fill in the form of this game first. You find it on the page of the game.' },
  EventFull: { status: 409, message: 'This game is full.' },
  RefusedByHosts: { status: 403, message: 'The hosts decided that you cannot join this game.' },
  EventNotOpenYet: { status: 409, message: ({ opens }: { opens: string }) => `This game ${opens}.` },
  JoiningNotOpen: { status: 409, message: ({ opens }: { opens: string }) => `Joining opens ${opens}.` },
  SlotMissing: { status: 400, message: 'Choose a slot.' },
  GuestsNotAllowed: { status: 400, message: 'You cannot bring guests to this game.' },
  TooManyGuests: { status: 400, message: ({ max }: Max) => `You can bring up to ${max} guests.` },
  PartyTooLarge: {
    status: 400,
    message: ({ seats }: { seats: number }) => (seats === 1 ? 'There is only one seat.' : `There are only ${seats} seats.`),
  },
  AnswerMissing: { status: 400, message: ({ question }: { question: string }) => `Please answer: ${question}` },
  NotInEvent: { status: 404, message: 'You are not in this game.' },
  NoSeatLeft: { status: 409, message: 'There are not enough seats left.' },
  TooLateToPay: { status: 409, message: 'This game starts too soon to pay for a seat.' },
  HeldTooOften: {
    status: 409,
    message: ({ times, again }: { times: number; again: string }) =>
      `You held a seat in this game ${times} times without paying. You can try again ${again}, or ask the host to seat you.`,
  },
  SeatsNotHeld: { status: 409, message: 'Here you cannot hold seats for friends. Join first, then invite them.' },
  TooLateToHold: { status: 409, message: 'This game starts too soon to hold a seat for a friend, who needs time to accept and pay.' },
  PayBeforeFriends: { status: 409, message: 'Pay for your own seat first. Then you can bring friends.' },
  FriendNotAnswered: { status: 409, message: 'A friend holds this seat for them, and they have not answered yet.' },
  DateCostsMoney: { status: 409, message: 'This date costs money. Join it by itself.' },
  SeatsCostMoney: { status: 409, message: 'Seats in this game cost money, so you cannot change how many you have.' },
  TooLateToLeave: { status: 409, message: 'This game has already started, so you keep your seat.' },
  NoSeatToTransfer: { status: 404, message: 'You do not have a seat to give away.' },
  BalanceUnpaid: { status: 409, message: 'Your seat is not paid for yet. Pay the balance first.' },
  CannotTakeSeat: { status: 409, message: 'They cannot take your seat. They may already have one, or the hosts choose who joins.' },
  TransferOpen: { status: 409, message: 'You have already offered your seat to someone. Take that offer back first.' },
  TransferOver: { status: 409, message: 'This seat is no longer offered to you.' },
  SeatNotFree: { status: 409, message: 'This seat is no longer free.' },
  OfferNotFound: { status: 404, message: 'This link is invalid or has expired.' },
  OfferOver: { status: 409, message: 'This offer is no longer available.' },

  // The players on the hosts’ list
  NameMissing: { status: 400, message: 'Enter a name. A first name is enough.' },
  JoinerNotFound: { status: 404, message: 'This person is no longer on the list.' },
  JoinerChanged: { status: 409, message: 'Another host just changed this. Please check the list again.' },
  NotEnoughSeats: { status: 409, message: 'There are not enough free seats.' },
  SlotFull: { status: 409, message: 'This slot is full.' },
  NoFreeSeat: { status: 409, message: 'There is no free seat left.' },

  // Feedback on a game
  HostCannotGiveFeedback: { status: 403, message: 'You hosted this game. Only players can give feedback.' },
  DidNotPlay: { status: 403, message: 'Only people who played can give feedback.' },
  DidNotTakePlace: { status: 409, message: 'This game did not take place.' },
  EventNotOver: { status: 409, message: 'You can give feedback once the game is over.' },
  RematchClosed: { status: 409, message: 'Players can ask for the same game again in the two weeks after it.' },
  TooLateForFeedback: { status: 409, message: 'You can give feedback for up to two weeks after a game.' },
} as const
