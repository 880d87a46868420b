import { seriesFaultWords } from '../time/expand-series.ts'
import { timeFaultWords } from '../time/local-time.ts'

type Max = { max: number }

/** About games and where they are. */
export const gameErrors = {
  // Places and addresses
  CityNotFound: { status: 404, words: 'We could not find this city.' },
  PlaceNotFound: { status: 404, words: 'We could not find this place.' },
  PlaceVersionConflict: { status: 409, words: 'Someone else just changed this place. Nothing was overwritten.' },
  PlaceReloaded: {
    status: 409,
    words: 'Someone else just changed this place. Their changes are here now, next to yours. Check them and save again.',
  },
  PlacePhotosFull: { status: 409, words: ({ max }: Max) => `A place can have up to ${max} photos. Remove one first.` },
  PhotoNotYours: { status: 403, words: 'Only the person who added a photo can remove it.' },
  NotOnLand: { status: 400, words: 'This is water. Put the pin where people play.' },
  FollowedPlacesFull: { status: 409, words: 'You have reached the limit of places you can follow.' },
  NotAtPlace: { status: 403, words: 'Check in first. Only people who are here can call other players.' },
  PlayersCalledLately: { status: 429, words: 'Players were called a moment ago. You can call again in half an hour.' },
  GeocoderMissing: { status: 404, words: 'Address search is not available here.' },
  GeocoderUnavailable: { status: 503, words: 'Address search is not working right now. Pick a city or put a pin on the map.' },

  // Games
  EventNotFound: { status: 404, words: 'We could not find this game.' },
  NotItsHost: { status: 403, words: 'Only the hosts can do this.' },
  NotComing: { status: 403, words: 'Only people in this game can do this.' },
  EventIsDraft: { status: 409, words: 'This is a draft. Publish it first.' },
  EventCancelled: { status: 409, words: 'This game was cancelled.' },
  EventHasBegun: { status: 409, words: 'This game has already started.' },
  EventOverOrCancelled: { status: 409, words: 'This game is over or was cancelled.' },
  EventNotUpYet: { status: 409, words: 'This game is not published yet. Add it to your calendar once it is.' },
  NotInYet: { status: 409, words: 'You do not have a seat yet. Add it to your calendar once you do.' },

  // Hosting a game
  NotYourTeam: { status: 403, words: 'Only people who run this community can host its games.' },
  CoHostNotConnected: { status: 400, words: 'You can only choose co-hosts you are connected with. Connect with them first.' },
  EventPlaceGone: { status: 400, words: 'This place no longer exists. Pick another one.' },
  EventVersionConflict: { status: 409, words: 'This game was changed in another tab or by another host.' },
  TooLateToChange: { status: 409, words: 'This game has already started, so it cannot be changed.' },
  SeatsStillTaken: {
    status: 409,
    words: 'More people have a seat than you want to offer. Remove people first or keep the number of seats.',
  },
  UpcomingEventsFull: { status: 409, words: ({ max }: Max) => `You can host up to ${max} upcoming games.` },
  AlreadyUp: { status: 409, words: 'This game is already published.' },
  NotADraft: { status: 409, words: 'This game is published. Cancel it instead, so that everyone is notified.' },
  StartIsOver: { status: 409, words: 'The start time has passed. Choose a new one first.' },
  NothingToCancel: { status: 409, words: 'There is nothing left to cancel.' },
  DraftCannotInvite: { status: 409, words: 'Nobody else can open a draft. Publish or schedule it first, then invite people.' },
  InvitesUsedUp: { status: 429, words: ({ max }: Max) => `You can invite ${max} people per day. Try again tomorrow.` },
  UpdatesUsedUp: { status: 409, words: ({ max }: Max) => `You can send up to ${max} messages per day.` },

  // When a game is
  NotADate: { status: 400, words: timeFaultWords.notADate },
  NotATime: { status: 400, words: timeFaultWords.notATime },
  NotATimeZone: { status: 400, words: timeFaultWords.notAZone },
  TimeSkipped: { status: 400, words: timeFaultWords.skipped },
  TimeIsOver: { status: 400, words: 'This time has already passed.' },
  TooFarAhead: { status: 400, words: 'Choose a date within the next two years.' },
  EndBeforeStart: { status: 400, words: 'The end must be after the start.' },
  EventTooShort: { status: 400, words: ({ minutes }: { minutes: number }) => `A game must last at least ${minutes} minutes.` },
  EventTooLong: { status: 400, words: 'A game can last up to two weeks.' },
  PublishAfterStart: { status: 400, words: 'The game will have started by then. Choose an earlier time.' },
  OtherDateIsOver: { status: 400, words: 'Another date in the series would be in the past. Move only this one.' },
  RepeatIntervalWrong: { status: 400, words: seriesFaultWords('notAnInterval', 0) },
  SeriesCountWrong: { status: 400, words: ({ max }: Max) => seriesFaultWords('notACount', max) },
  SeriesEndless: { status: 400, words: seriesFaultWords('endless', 0) },
  SeriesEndsBeforeStart: { status: 400, words: seriesFaultWords('endsBefore', 0) },
  SeriesTooLong: { status: 400, words: ({ max }: Max) => seriesFaultWords('tooMany', max) },
  SeriesEmpty: { status: 400, words: seriesFaultWords('none', 0) },

  // Joining a game
  EventFull: { status: 409, words: 'This game is full.' },
  EventNotOpenYet: { status: 409, words: ({ opens }: { opens: string }) => `This game ${opens}.` },
  SlotMissing: { status: 400, words: 'Choose a slot.' },
  GuestsNotAllowed: { status: 400, words: 'You cannot bring guests to this game.' },
  TooManyGuests: { status: 400, words: ({ max }: Max) => `You can bring up to ${max} guests.` },
  PartyTooLarge: {
    status: 400,
    words: ({ seats }: { seats: number }) => (seats === 1 ? 'There is only one seat.' : `There are only ${seats} seats.`),
  },
  AnswerMissing: { status: 400, words: ({ question }: { question: string }) => `Please answer: ${question}` },
  NotInEvent: { status: 404, words: 'You are not in this game.' },
  NoSeatLeft: { status: 409, words: 'There are not enough seats left.' },
  TooLateToLeave: { status: 409, words: 'This game has already started, so you keep your seat.' },
  NoSeatToGive: { status: 404, words: 'You do not have a seat to give away.' },
  CannotTakeSeat: { status: 409, words: 'They cannot take your seat. They may already have one, or the hosts choose who joins.' },
  SeatNotFree: { status: 409, words: 'This seat is no longer free.' },
  OfferNotFound: { status: 404, words: 'This link is invalid or has expired.' },
  OfferOver: { status: 409, words: 'This offer has expired.' },

  // Those who come to a game
  NameMissing: { status: 400, words: 'Enter a name. A first name is enough.' },
  JoinerNotFound: { status: 404, words: 'They are no longer on the list.' },
  JoinerChanged: { status: 409, words: 'Someone else just changed this. Please check the list again.' },
  NotEnoughSeats: { status: 409, words: 'There are not enough free seats.' },
  SlotFull: { status: 409, words: 'This slot is full.' },
  NoSeatForThem: { status: 409, words: 'There is no seat left for them.' },

  // How a game was
  HostCannotReview: { status: 403, words: 'You hosted this game. Only players can review it.' },
  DidNotPlay: { status: 403, words: 'Only people who played can review this game.' },
  DidNotTakePlace: { status: 409, words: 'This game did not take place.' },
  EventNotOver: { status: 409, words: 'You can review this game once it is over.' },
  TooLateToReview: { status: 409, words: 'You can review a game for up to two weeks.' },
} as const
