/** Only so many of the newest announcements are looked at, to count which of them a member has not read. */
export const maxUnreadAnnouncements = 10
