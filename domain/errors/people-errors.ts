type Max = { max: number }
type Instead = { instead: string }

/** About people, what is between them, and what is theirs. */
export const peopleErrors = {
  // Accounts
  EmailUnchanged: { status: 400, words: 'This is your email already.' },
  PasswordMissing: { status: 400, words: 'Enter your password.' },
  PasswordWrong: { status: 400, words: 'This is not your password.' },
  EmailNotVerified: { status: 403, words: 'Please verify your email first.' },
  LinkUsed: { status: 404, words: 'This link was used already or is too old. Ask for a new one.' },
  EmailTaken: { status: 409, words: 'This email belongs to another account by now.' },
  StillInTeams: { status: 409, words: 'Hand over, delete or leave your teams first.' },
  TooManyPasswordTries: { status: 429, words: 'Too many tries. Please wait a while, or set a new password.' },
  MailOnItsWay: { status: 429, words: 'A mail is on its way already. Please wait a minute.' },

  // Those who run the product
  AccountNotConfirmed: { status: 404, words: 'Nobody has confirmed an account with this email.' },
  AdminNotFound: { status: 404, words: 'There is no admin with this email.' },

  // People and profiles
  PersonNotFound: { status: 404, words: 'User not found' },
  ProfileIncomplete: { status: 403, words: 'Please complete your profile first.' },
  ProfileMissing: { status: 409, words: 'Please complete your profile first.' },
  ProfileExists: { status: 409, words: 'Your profile is set up already.' },
  ProfileVersionConflict: { status: 409, words: 'You changed your profile somewhere else meanwhile.' },
  LastActivity: { status: 409, words: 'Pick atleast one' },
  AvailabilityVersionConflict: { status: 409, words: 'You changed this in another tab or on another device. Nothing was overwritten.' },

  // What is between people
  ConnectionsFull: { status: 409, words: 'You or they have as many connections as fit.' },
  FollowsFull: { status: 409, words: 'You follow as many people as fit.' },
  CannotBlockYourself: { status: 403, words: 'You cannot block yourself.' },
  BlocklistFull: { status: 409, words: ({ max }: Max) => `A blocklist has at most ${max} entries.` },
  PersonAlreadyBlocked: { status: 409, words: 'User is already blocked.' },
  BlockingFailed: { status: 500, words: 'Error blocking users.' },
  EnoughReports: { status: 429, words: 'Thank you, that is plenty for one day. Please go on tomorrow.' },
  EnoughFeedback: { status: 429, words: 'Thank you, we have plenty to read for today. Please write again tomorrow.' },

  // User lists
  UserListNotFound: { status: 404, words: 'There is no such list.' },
  EmailIsOwn: { status: 403, words: 'This is your own email.' },
  UserListsFull: { status: 409, words: ({ max }: Max) => `A person has at most ${max} lists.` },
  UserListFull: { status: 409, words: ({ max }: Max) => `A list has at most ${max} people.` },

  // Data exports
  ExportGone: { status: 404, words: 'This file is not there any more.' },
  ExportRunning: { status: 409, words: 'Your data is being collected already.' },
  ExportsUsedUp: { status: 429, words: ({ max }: Max) => `You can ask ${max} times a day. Please come back tomorrow.` },

  // Pictures
  PictureUnreadable: { status: 400, words: 'This is not a picture we can read. Use a JPEG, PNG or WebP.' },
  PictureTypeUnsupported: { status: 415, words: 'This is not a picture we can read. Use a JPEG, PNG or WebP.' },
  PictureTooManyPixels: { status: 413, words: 'This picture has too many pixels. Use one of at most 40 megapixels.' },
  PictureTooHeavy: { status: 413, words: 'This picture is too large. Use one of at most 5 MB.' },
  PhotoTooHeavy: { status: 413, words: 'This photo is too large. Use one of at most 5 MB.' },
  PictureTooWide: { status: 413, words: ({ max }: Max) => `This picture is too large. Use one of at most ${max} by ${max} pixels.` },
  FileNotOpened: { status: 400, words: 'This file could not be opened. Choose it again.' },
  HeicUnsupported: { status: 400, words: 'This browser cannot read HEIC photos. Save it as a JPEG and choose that one.' },
  NoRoomForPicture: { status: 400, words: 'This browser has no room left for the picture. Close other tabs and try again.' },
  PictureNotDrawn: { status: 400, words: 'This browser could not draw the picture. Try a smaller one.' },

  // Cameras
  CameraNotAllowed: {
    status: 503,
    words: ({ instead }: Instead) =>
      `The camera is not allowed here. Allow it for this site in your browser’s settings, or ${instead} instead.`,
  },
  CameraNotFound: {
    status: 503,
    words: ({ instead }: Instead) => `We found no camera on this device. ${instead.charAt(0).toUpperCase()}${instead.slice(1)} instead.`,
  },
  CameraBusy: {
    status: 503,
    words: ({ instead }: Instead) => `Another program uses the camera. Close it and try again, or ${instead} instead.`,
  },
  CameraNotStarted: { status: 503, words: ({ instead }: Instead) => `The camera could not be started. Try again, or ${instead} instead.` },
  CameraWentAway: { status: 503, words: ({ instead }: Instead) => `The camera went away. Try again, or ${instead} instead.` },
  LightNotTurnedOn: { status: 503, words: 'The light could not be turned on.' },

  // Activity subscriptions
  SubscriptionNotFound: { status: 404, words: 'There is no such subscription.' },
  SubscriptionDeleted: { status: 404, words: 'This subscription was deleted somewhere else meanwhile.' },
  SubscriptionVersionConflict: { status: 409, words: 'This subscription was changed somewhere else meanwhile.' },
  SubscriptionReloaded: { status: 409, words: 'This was changed somewhere else meanwhile. Save again to keep what you see here.' },
  SubscriptionsFull: { status: 409, words: ({ max }: Max) => `You have ${max} subscriptions already. Delete one first.` },

  // Communities
  TeamNotFound: { status: 404, words: 'Team not found' },
  NewMemberNotFound: { status: 404, words: 'There is no such person.' },
  NotInTeam: { status: 404, words: 'They are not in this team.' },
  YouAreNotInTeam: { status: 404, words: 'You are not in this team.' },
  TeamCityUnknown: { status: 400, words: 'There is no such city.' },
  RoleNotGranted: { status: 400, words: 'A team is handed over, not given by a role.' },
  OwnerStays: { status: 409, words: 'The team has to be handed over first.' },
  OwnerCannotLeave: { status: 409, words: 'Hand the team over to someone else before you leave.' },
  TeamOwnerChanged: { status: 409, words: 'The team has another owner by now. Please look again.' },
  AlreadyOwner: { status: 409, words: 'They own this team already.' },
  OwnedTeamsFull: { status: 409, words: ({ max }: Max) => `One person owns at most ${max} teams.` },
  TeamFull: { status: 409, words: ({ max }: Max) => `A team has at most ${max.toLocaleString('en-US')} members.` },
  TeamHasPlan: { status: 409, words: "End the team's plan before you delete it." },
  TeamGuestNotFound: { status: 404, words: 'There is no such guest.' },
  TeamGuestExists: { status: 409, words: 'There is a guest with this email already.' },
  TeamGuestsFull: { status: 409, words: ({ max }: Max) => `A team has at most ${max} guests.` },

  // Seasons
  SeasonNotFound: { status: 404, words: 'There is no such season.' },
  SeasonsFull: { status: 409, words: ({ max }: Max) => `A team has at most ${max} seasons.` },
  YouAreNotRegistered: { status: 404, words: 'You are not registered for this season.' },
  NotRegistered: { status: 404, words: 'They are not registered for this season.' },
} as const
