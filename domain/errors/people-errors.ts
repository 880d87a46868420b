type Max = { max: number }
type Instead = { instead: string }

/** About people, what is between them, and what is theirs. */
export const peopleErrors = {
  // Accounts
  EmailUnchanged: { status: 400, words: 'This is already your email.' },
  PasswordMissing: { status: 400, words: 'Enter your password.' },
  PasswordWrong: { status: 400, words: 'This password is not correct.' },
  EmailNotVerified: { status: 403, words: 'Please verify your email first.' },
  LinkUsed: { status: 404, words: 'This link was already used or has expired. Ask for a new one.' },
  EmailTaken: { status: 409, words: 'This email now belongs to another account.' },
  StillInTeams: { status: 409, words: 'Hand over, delete or leave your communities first.' },
  TooManyPasswordTries: { status: 429, words: 'Too many tries. Wait a while or reset your password.' },
  MailOnItsWay: { status: 429, words: 'We just sent you an email. Please wait a minute.' },

  // Those who run the product
  AccountNotConfirmed: { status: 404, words: 'Nobody has confirmed an account with this email.' },
  AdminNotFound: { status: 404, words: 'There is no admin with this email.' },

  // People and profiles
  PersonNotFound: { status: 404, words: 'User not found' },
  ProfileIncomplete: { status: 403, words: 'Please complete your profile first.' },
  ProfileMissing: { status: 409, words: 'Please complete your profile first.' },
  ProfileExists: { status: 409, words: 'Your profile is already set up.' },
  ProfileVersionConflict: { status: 409, words: 'You changed your profile in another tab or on another device.' },
  LastActivity: { status: 409, words: 'Pick atleast one' },
  AvailabilityVersionConflict: { status: 409, words: 'You changed this in another tab or on another device. Nothing was overwritten.' },

  // What is between people
  ConnectionsFull: { status: 409, words: 'One of you has reached the limit of connections.' },
  FollowsFull: { status: 409, words: 'You have reached the limit of people you can follow.' },
  CannotBlockYourself: { status: 403, words: 'You cannot block yourself.' },
  BlocklistFull: { status: 409, words: ({ max }: Max) => `You can block up to ${max} people.` },
  PersonAlreadyBlocked: { status: 409, words: 'User is already blocked.' },
  BlockingFailed: { status: 500, words: 'Error blocking users.' },
  EnoughReports: { status: 429, words: 'Thank you! You have sent enough reports for today. Please continue tomorrow.' },
  EnoughFeedback: { status: 429, words: 'Thank you! You have sent enough feedback for today. Please write again tomorrow.' },

  // User lists
  UserListNotFound: { status: 404, words: 'We could not find this list.' },
  EmailIsOwn: { status: 403, words: 'This is your own email.' },
  UserListsFull: { status: 409, words: ({ max }: Max) => `You can have up to ${max} lists.` },
  UserListFull: { status: 409, words: ({ max }: Max) => `A list can have up to ${max} people.` },

  // Data exports
  ExportGone: { status: 404, words: 'This file is no longer available.' },
  ExportRunning: { status: 409, words: 'Your data is already being collected.' },
  ExportsUsedUp: { status: 429, words: ({ max }: Max) => `You can ask ${max} times per day. Please try again tomorrow.` },

  // Pictures
  PictureUnreadable: { status: 400, words: 'We cannot open this picture. Use a JPEG, PNG or WebP file.' },
  PictureTypeUnsupported: { status: 415, words: 'We cannot open this picture. Use a JPEG, PNG or WebP file.' },
  PictureTooManyPixels: { status: 413, words: 'This picture has too many pixels. Use one of at most 40 megapixels.' },
  PictureTooHeavy: { status: 413, words: 'This picture is too large. Use one of at most 5 MB.' },
  PhotoTooHeavy: { status: 413, words: 'This photo is too large. Use one of at most 5 MB.' },
  PictureTooWide: { status: 413, words: ({ max }: Max) => `This picture is too large. Use one of at most ${max} by ${max} pixels.` },
  FileNotOpened: { status: 400, words: 'We could not open this file. Choose it again.' },
  HeicUnsupported: { status: 400, words: 'This browser cannot open HEIC photos. Save it as a JPEG first.' },
  NoRoomForPicture: { status: 400, words: 'This browser is out of memory. Close other tabs and try again.' },
  PictureNotDrawn: { status: 400, words: 'This browser could not process the picture. Try a smaller one.' },

  // Cameras
  CameraNotAllowed: {
    status: 503,
    words: ({ instead }: Instead) =>
      `The camera is not allowed here. Allow it for this site in your browser’s settings, or ${instead} instead.`,
  },
  CameraNotFound: {
    status: 503,
    words: ({ instead }: Instead) =>
      `We could not find a camera on this device. ${instead.charAt(0).toUpperCase()}${instead.slice(1)} instead.`,
  },
  CameraBusy: {
    status: 503,
    words: ({ instead }: Instead) => `Another app is using the camera. Close it and try again, or ${instead} instead.`,
  },
  CameraNotStarted: { status: 503, words: ({ instead }: Instead) => `We could not start the camera. Try again, or ${instead} instead.` },
  CameraWentAway: { status: 503, words: ({ instead }: Instead) => `The camera was disconnected. Try again, or ${instead} instead.` },
  LightNotTurnedOn: { status: 503, words: 'We could not turn on the light.' },

  // Activity subscriptions
  SubscriptionNotFound: { status: 404, words: 'We could not find this subscription.' },
  SubscriptionDeleted: { status: 404, words: 'This subscription was deleted in another tab or on another device.' },
  SubscriptionVersionConflict: { status: 409, words: 'This subscription was changed in another tab or on another device.' },
  SubscriptionReloaded: {
    status: 409,
    words: 'This was changed in another tab or on another device. Save again to keep what you see here.',
  },
  SubscriptionsFull: { status: 409, words: ({ max }: Max) => `You already have ${max} subscriptions. Delete one first.` },

  // Communities
  TeamNotFound: { status: 404, words: 'Team not found' },
  NewMemberNotFound: { status: 404, words: 'We could not find this person.' },
  NotInTeam: { status: 404, words: 'They are not in this community.' },
  YouAreNotInTeam: { status: 404, words: 'You are not in this community.' },
  TeamCityUnknown: { status: 400, words: 'We could not find this city.' },
  RoleNotGranted: { status: 400, words: 'To change the owner, hand the community over.' },
  OwnerStays: { status: 409, words: 'Hand the community over first.' },
  OwnerCannotLeave: { status: 409, words: 'Hand the community over to someone else before you leave.' },
  TeamOwnerChanged: { status: 409, words: 'This community has a new owner. Please reload the page.' },
  AlreadyOwner: { status: 409, words: 'They already own this community.' },
  OwnedTeamsFull: { status: 409, words: ({ max }: Max) => `One person can own up to ${max} communities.` },
  TeamFull: { status: 409, words: ({ max }: Max) => `A community can have up to ${max.toLocaleString('en-US')} members.` },
  TeamHasPlan: { status: 409, words: "End the community's plan before you delete it." },
  TeamGuestNotFound: { status: 404, words: 'We could not find this guest.' },
  TeamGuestExists: { status: 409, words: 'There is already a guest with this email.' },
  TeamGuestsFull: { status: 409, words: ({ max }: Max) => `A community can have up to ${max} guests.` },

  // Seasons
  SeasonNotFound: { status: 404, words: 'We could not find this season.' },
  SeasonsFull: { status: 409, words: ({ max }: Max) => `A community can have up to ${max} seasons.` },
  YouAreNotRegistered: { status: 404, words: 'You are not registered for this season.' },
  NotRegistered: { status: 404, words: 'They are not registered for this season.' },
} as const
