-- Tables and columns get the names that code, URLs and screens use: check-in, call for players, max guests.
ALTER TABLE `events` RENAME COLUMN `guests_most` TO `max_guests`;--> statement-breakpoint
ALTER TABLE `joiners` RENAME COLUMN `turn` TO `waitlist_rank`;--> statement-breakpoint
ALTER TABLE `place_visits` RENAME TO `place_check_ins`;--> statement-breakpoint
DROP INDEX `place_visits_here`;--> statement-breakpoint
DROP INDEX `place_visits_regulars`;--> statement-breakpoint
DROP INDEX `place_visits_by_user`;--> statement-breakpoint
CREATE INDEX `place_check_ins_now` ON `place_check_ins` (`place_id`,`here_until`);--> statement-breakpoint
CREATE INDEX `place_check_ins_regulars` ON `place_check_ins` (`place_id`,`visits`);--> statement-breakpoint
CREATE INDEX `place_check_ins_by_user` ON `place_check_ins` (`user_id`,`last_at`);--> statement-breakpoint
ALTER TABLE `place_pings` RENAME TO `player_calls`;--> statement-breakpoint
DROP INDEX `place_pings_by_place`;--> statement-breakpoint
DROP INDEX `place_pings_by_user`;--> statement-breakpoint
CREATE INDEX `player_calls_by_place` ON `player_calls` (`place_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `player_calls_by_user` ON `player_calls` (`user_id`,`created_at`);
--> statement-breakpoint
UPDATE `joiners` SET `state` = 'expired' WHERE `state` = 'lapsed';
