CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
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
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `disputes_by_order` ON `disputes` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`answer_until`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `disputes_open_by_account` ON `disputes` (`account_id`) WHERE closed_at IS NULL;