CREATE TABLE `form_coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`form_id` text NOT NULL,
	`code` text NOT NULL,
	`percent` integer,
	`amount_off` integer,
	`currency` text NOT NULL,
	`max_uses` integer NOT NULL,
	`ends_at` integer,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `form_coupons_by_code` ON `form_coupons` (`form_id`,`code`);--> statement-breakpoint
ALTER TABLE `submissions` ADD `coupon_id` text REFERENCES form_coupons(id);--> statement-breakpoint
CREATE INDEX `submissions_by_coupon` ON `submissions` (`coupon_id`,`state`) WHERE coupon_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `season_registrations` ADD `submission_id` text;--> statement-breakpoint
CREATE INDEX `season_registrations_by_submission` ON `season_registrations` (`submission_id`) WHERE submission_id IS NOT NULL;