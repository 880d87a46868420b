ALTER TABLE `joiners` ADD `is_confirmed` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `joiners` SET `is_confirmed` = true WHERE `state` = 'going' AND `user_id` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `joiners_to_confirm` ON `joiners` (`event_id`) WHERE is_confirmed <> (state = 'going');
