CREATE TABLE `payment_disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text NOT NULL,
	`team_id` text NOT NULL,
	`title` text NOT NULL,
	`account_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`answer_until` integer,
	`reminded_at` integer,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_disputes_by_payment` ON `payment_disputes` (`payment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_disputes_open` ON `payment_disputes` (`answer_until`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_disputes_open_by_account` ON `payment_disputes` (`account_id`) WHERE closed_at IS NULL;